import { keepDraft, readDraft } from './form-draft.ts'

/** The same as long as `key` is, also over a reload: a lost response makes no second submission. */
export function submissionIdOf(form: string, key = ''): string {
  const { values } = readDraft(form)
  if (values['key'] === key && values['id']) return values['id']
  const id = newId()
  keepDraft(form, { key, id })
  return id
}

/** 128 bits. Without `randomUUID`, which is missing where the site is read over HTTP. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
