import * as z from 'zod'

export const urlSetting = z
  .url({ protocol: /^https?$/, error: 'an http or https URL' })
  .transform((value) => value.replace(/\/+$/, ''))

export const readableSetting = (read: (text: string) => unknown, error: string) =>
  z.string().refine((text) => isReadable(read, text), { error })

function isReadable(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text)
    return true
  } catch {
    return false
  }
}
