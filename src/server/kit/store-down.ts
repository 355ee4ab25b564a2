/** The media store does not answer, or answers that it cannot. The same request may succeed later. */
export class StoreDown extends Error {
  override readonly name = 'StoreDown'

  constructor(cause: unknown) {
    const { message, code } = cause as NodeJS.ErrnoException
    super(message || code || String(cause), { cause })
  }
}

export const STORE_RETRY_SECONDS = 5
