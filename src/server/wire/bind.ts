import type { Endpoint, OutputOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { Domains } from './domains.ts'
import type { Handle, Handler } from './handle.ts'
import type { Overlay } from './shared-responses.ts'

/** The endpoints among the exports of a contract module; constants and schemas are left out. */
type EndpointName<M> = { [N in keyof M]: M[N] extends Endpoint ? N : never }[keyof M]

/** A handler, alone or with the overlay that adds the viewer's state to its shared response (`Handle`). */
type Answer<E> = E extends Endpoint
  ? | Handler<E>
    | { readonly handler: Handler<E>; readonly overlay: Overlay<ParsedInputOf<E>, OutputOf<E>, unknown, unknown> }
  : never

type Answers<M> = { readonly [N in EndpointName<M>]: Answer<M[N]> }

/** `A` without names that are not in `B`: an object literal with one more does not compile. */
type Only<A, B> = { readonly [N in keyof A]: N extends keyof B ? B[N] : never }

/** The calls of one noun: its endpoints, and how they are answered once the domains exist. */
export interface BoundCalls {
  readonly endpoints: readonly Endpoint[]
  register(on: Handle, domains: Domains): void
}

/**
 * Binds every endpoint of a contract module to what answers it, by name. Does not compile when an endpoint has no answer, or an
 * answer no endpoint.
 */
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
