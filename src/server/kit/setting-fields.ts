import * as z from 'zod'

/** The address of a site or an API, without a slash at its end. */
export const urlSetting = z
  .url({ protocol: /^https?$/, error: 'an http or https URL' })
  .transform((value) => value.replace(/\/+$/, ''))

/** Text that `read` takes; it throws for any other. */
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
