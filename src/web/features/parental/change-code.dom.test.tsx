import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setupPasscode } from '#contract/parental.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { parental as text } from '#text/zh_HK/parental.ts'
import type { ParentalRequest } from '#web/viewer/parental/parental-gate.ts'
import { refusal } from '../../../../test/support/codes-web.ts'
import { expectFieldError } from '../../../../test/support/field-error.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ChangeCode } from './parent-code-screen.tsx'
import { ParentalDialog } from './parental-dialog.tsx'

const { codePad, reset, screen: labels } = text

beforeEach(() => sessionStorage.clear())

describe('SPEC 5, a change of the parental code', () => {
  interface Typed {
    old?: string
    next?: string
    again?: string
    answer?: object
  }

  async function change({ old = '1234', next = '5678', again = next, answer = {} }: Typed) {
    const saved = vi.fn<() => void>()
    const view = await renderWeb(<ChangeCode onSaved={saved} />, { answer: () => answer })
    await screen.findByLabelText(labels.oldCode)
    const typed = { [labels.oldCode]: old, [reset.newCode]: next, [reset.confirmCode]: again }
    for (const [label, value] of Object.entries(typed))
      if (value) await view.user.type(screen.getByLabelText(label), value)
    await view.user.click(screen.getByRole('button', { name: labels.save }))
    return { ...view, saved }
  }

  test.each([
    ['the old one', { old: '' }, labels.oldCode, reset.required],
    ['a new one', { next: '', again: '1' }, reset.newCode, reset.required],
    ['four digits', { next: '567' }, reset.newCode, fieldRules.PARENTAL_CODE],
    ['the new one twice', { again: '' }, reset.confirmCode, reset.required],
    ['the same twice', { again: '5679' }, reset.confirmCode, reset.differ],
  ])('needs %s', async (_, typed, label, sentence) => {
    const { call } = await change(typed)
    await expectFieldError(label, sentence)
    expect(call).not.toHaveBeenCalled()
  })

  test('with a wrong old one says so at its field, with the tries that are left', async () => {
    await change({ answer: refusal('WRONG_PARENTAL_CODE', { triesLeft: 3 }) })
    await expectFieldError(labels.oldCode, codePad.wrong(3))
  })

  test('with a wrong old one and no count of tries is a wrong password', async () => {
    await change({ answer: refusal('WRONG_PARENTAL_CODE') })
    await expectFieldError(labels.oldCode, labels.wrongCode)
  })

  test('is saved', async () => {
    const { call, saved } = await change({ answer: { result: 'SUCCESS', status: 'on' } })
    expect(call.mock.calls).toMatchObject([[setupPasscode, { oldCode: '1234', newCode: '5678', confirmCode: '5678' }]])
    expect(saved).toHaveBeenCalledWith('on')
  })
})

describe('SPEC 8, the parental code', () => {
  const watch: ParentalRequest = { purpose: 'watch' }
  const enter = async (answer: object) => {
    const unlocked = vi.fn<() => void>()
    const dialog = <ParentalDialog request={watch} onUnlocked={unlocked} onClose={() => {}} />
    const view = await renderWeb(dialog, { answer: () => answer })
    const input = await screen.findByLabelText(codePad.label)
    await view.user.type(input, '1234')
    return { ...view, unlocked, input }
  }

  test.each([
    ['the tries that are left', refusal('WRONG_PARENTAL_CODE', { triesLeft: 2 }), codePad.wrong(2)],
    ['what the server says', refusal('INTERNAL', { requestId: '1' }), 'server: INTERNAL'],
  ])('that failed says %s, and is entered again', async (_, answer, sentence) => {
    const { unlocked, input } = await enter(answer)
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect([(input as HTMLInputElement).value, document.activeElement]).toEqual(['', input])
    expect(unlocked).not.toHaveBeenCalled()
  })

  test('is one that members were sent, as those read who never entered it', async () => {
    await enter(refusal('WRONG_PARENTAL_CODE', { triesLeft: 2 }))
    expect(screen.getByRole('dialog').textContent).toContain(text.dialog.sent)
  })

  test('of three digits is not checked', async () => {
    const { user, call, input } = await enter(refusal('WRONG_PARENTAL_CODE', { triesLeft: 2 }))
    await user.type(input, '123{Enter}')
    expect(call).toHaveBeenCalledTimes(1)
  })
})
