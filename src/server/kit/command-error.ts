/** A command cannot be carried out on this machine: files, settings, the database. Its message is one sentence, printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
