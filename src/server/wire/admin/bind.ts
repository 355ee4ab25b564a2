import type { AdminEndpoint } from '#contract/admin/endpoint.ts'
import type { AdminDomains } from './domains.ts'
import type { AdminHandler, AdminRoute, ApprovalNeed } from './pipeline.ts'

/** Constants and schemas are left out. */
export type EndpointName<M> = { [N in keyof M]: M[N] extends AdminEndpoint ? N : never }[keyof M]

type Answer<E> = E extends AdminEndpoint
  ? AdminHandler<E> | { readonly handler: AdminHandler<E>; readonly approvalNeed: ApprovalNeed<E> }
  : never

type Answers<M> = { readonly [N in EndpointName<M>]: Answer<M[N]> }

type Only<A, B> = { readonly [N in keyof A]: N extends keyof B ? B[N] : never }

/** The endpoints of one noun, with their handlers once the domains exist. */
export interface BoundAdminCalls {
  readonly endpoints: readonly AdminEndpoint[]
  routes(domains: AdminDomains): AdminRoute[]
}

/**
 * Binds a contract module's endpoints to handlers by name. Does not compile unless each has exactly one; does not start when an endpoint
 * with four eyes does not say when a second person is needed.
 */
export function bindAdmin<M extends object, A>(
  module: M,
  answersOf: (domains: AdminDomains) => Answers<M> & A & Only<A, Answers<M>>,
): BoundAdminCalls {
  const named = Object.entries(module).filter((entry): entry is [string, AdminEndpoint] => isEndpoint(entry[1]))
  return {
    endpoints: named.map(([, endpoint]) => endpoint),
    routes(domains) {
      const answers = answersOf(domains) as Readonly<Record<string, Answer<AdminEndpoint>>>
      return named.map(([name, endpoint]) => {
        const answer = answers[name]!
        const { handler, approvalNeed } =
          typeof answer === 'function' ? { handler: answer, approvalNeed: undefined } : answer
        if ((endpoint.fourEyes === undefined) !== (approvalNeed === undefined))
          throw new Error(`${endpoint.path}: four eyes and its second person belong together`)
        return { endpoint, handler, approvalNeed }
      })
    },
  }
}

const isEndpoint = (value: unknown): value is AdminEndpoint =>
  typeof value === 'object' && value !== null && 'roles' in value && 'path' in value && 'input' in value
