/** A command cannot be carried out. The message is one sentence for the operator, printed without a stack trace. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
