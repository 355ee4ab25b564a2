import { storage } from '#web/kit/storage.ts'

/** Kept in this tab for a reload, Back and the login; never in the address. */
export interface FormDraft {
  values: Readonly<Record<string, string>>
  /** Sent when the visitor comes back as a member. */
  resumes: boolean
}

const key = (form: string) => `harbour.draft.${form}`
const EMPTY: FormDraft = { values: {}, resumes: false }

export function readDraft(form: string): FormDraft {
  try {
    const { values, resumes } = (JSON.parse(storage.session.get(key(form)) ?? '{}') ?? {}) as Partial<FormDraft>
    const texts = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string')
    return { values: Object.fromEntries(texts), resumes: resumes === true }
  } catch {
    // Edited storage.
    return EMPTY
  }
}

export const keepDraft = (form: string, values: FormDraft['values'], { resumes = false } = {}): void =>
  storage.session.set(key(form), JSON.stringify({ values, resumes }))

export const dropDraft = (form: string): void => storage.session.remove(key(form))
