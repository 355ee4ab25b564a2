import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createFavorite } from '#contract/library.ts'
import { systemError } from '#text/zh_HK/notices.ts'
import { systemErrors } from '#web/kit/system-error.ts'
import { toastStore } from '#web/kit/toast-store.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { GateHosts } from './dialog-hosts.tsx'

afterEach(() => systemErrors.close())

function Favorite() {
  const { submit } = useSubmit(createFavorite, { toastsRefusals: true })
  return (
    <button type="button" onClick={() => void submit({ programId: 'a', programGuid: 'a' })}>
      add
    </button>
  )
}

async function clickWith(refusal: object) {
  const page = (
    <>
      <Favorite />
      <GateHosts />
    </>
  )
  const { user } = await renderWeb(page, { answer: () => ({ result: 'FAILED', ...refusal }) })
  await user.click(screen.getByRole('button', { name: 'add' }))
  return user
}

test('a fault of the service opens a dialog with the number to quote, which a button confirms', async () => {
  const user = await clickWith({ errorCode: 'INTERNAL', message: '系統發生錯誤，請稍後再試。', requestId: 'req-7' })
  const dialog = await screen.findByRole('dialog', { name: '系統錯誤' })
  expect(dialog.textContent).toContain('系統發生錯誤，請稍後再試。')
  expect(dialog.textContent).toContain('req-7')
  expect(toastStore.get().toast).toBeUndefined()
  await user.click(screen.getByRole('button', { name: systemError.confirm }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a refusal is a toast', async () => {
  await clickWith({ errorCode: 'CONFLICT', message: '已滿' })
  expect(toastStore.get().toast?.text).toBe('已滿')
  expect(screen.queryByRole('dialog')).toBeNull()
})
