import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { gender, personName } from '#contract/fields.ts'
import { fields } from '#text/zh_HK/fields.ts'
import { renderWeb } from '../../../test/support/render-web.tsx'
import { fieldErrors } from './form.rules.ts'
import { useFieldMessages } from './field-messages.ts'

const schema = z.object({ name: personName, gender })

function Messages({ values }: { values: Record<string, string> }) {
  const messageOf = useFieldMessages()
  const { error } = z.safeParse(schema, values, { reportInput: true })
  return (
    <ul>
      {Object.entries(fieldErrors(error?.issues ?? [], messageOf)).map(([name, message]) => (
        <li key={name}>{message}</li>
      ))}
    </ul>
  )
}

const shown = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

test('an empty text field is to be filled in, a choice is to be chosen', async () => {
  await renderWeb(<Messages values={{ name: '', gender: '' }} />)
  expect(await shown()).toEqual([fields.missing, fields.unchosen])
})

test('a choice that there is not is wrong, not missing', async () => {
  await renderWeb(<Messages values={{ name: '陳大文', gender: 'x' }} />)
  expect(await shown()).toEqual([fields.wrong])
})
