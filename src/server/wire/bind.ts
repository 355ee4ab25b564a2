import type { Endpoint, OutputOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { Domains } from './domains.ts'
import type { Handle, Handler } from './handle.ts'
import type { Overlay } from './shared-responses.ts'

/** Constants and schemas are left out. */
type EndpointName<M> = { [N in keyof M]: M[N] extends Endpoint ? N : never }[keyof M]

type Answer<E> = E extends Endpoint
  ? | Handler<E>
    | { readonly handler: Handler<E>; readonly overlay: Overlay<ParsedInputOf<E>, OutputOf<E>, unknown, unknown> }
  : never

type Answers<M> = { readonly [N in EndpointName<M>]: Answer<M[N]> }

type Only<A, B> = { readonly [N in keyof A]: N extends keyof B ? B[N] : never }

/** The endpoints of one noun, with their handlers once the domains exist. */
export interface BoundCalls {
  readonly endpoints: readonly Endpoint[]
  register(on: Handle, domains: Domains): void
}

/** Binds a contract module's endpoints to handlers by name. Does not compile unless each has exactly one. */
export function bind<M extends object, A>(
  module: M,
  answersOf: (domains: Domains) => Answers<M> & A & Only<A, Answers<M>>,
): BoundCalls {
  const named = Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
  return {
    endpoints: named.map(([, endpoint]) => endpoint),
    register(on, domains) {
      const answers = answersOf(domains) as Readonly<Record<string, Answer<Endpoint>>>
      for (const [name, endpoint] of named) {
        const answer = answers[name]
        if (typeof answer === 'function') on(endpoint, answer)
        else if (answer) on(endpoint, answer.handler, answer.overlay)
      }
    },
  }
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'wire' in value && 'path' in value && 'input' in value
