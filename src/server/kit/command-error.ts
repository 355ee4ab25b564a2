/** Of this machine (files, settings, database). Its one sentence is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
