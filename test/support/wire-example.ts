import type { WireWorld } from './wire-world.ts'

/** The member of one example, so that examples are independent. */
export interface ExampleMember {
  /** Its session, and the stem of its profiles `<name>-first` and `<name>-child`. */
  readonly name: string
  readonly accountId: string
  readonly mobileno: string
}

export type Example = (world: WireWorld, member: ExampleMember) => object | Promise<object>
