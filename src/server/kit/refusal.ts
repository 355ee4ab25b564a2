/** A command cannot do what it was asked: one plain sentence for the operator, printed without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
