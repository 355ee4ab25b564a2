import * as endpoints from '#contract/admin/session.ts'
import { IDLE_MINUTES, QUEUE_COUNT_MAX, QUEUE_SCREENS, SESSION_HOURS } from '#contract/admin/session.ts'
import { AppError } from '#contract/errors.ts'
import type { Operator, SignedIn } from '#server/domains/operators/index.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import type { AdminDomains } from './domains.ts'

const shown = ({ operatorId, name, email }: Operator) => ({ operatorId, name, email })

/** Of calls that the pipeline lets through with a session only. */
function sessionOf(session: SignedIn | undefined): SignedIn {
  if (!session) throw new AppError('LOGIN_REQUIRED')
  return session
}

type Queues = Pick<AdminDomains, 'comments' | 'contact' | 'sales' | 'campaigns'>

/** They are customer care's. */
async function countQueues({ comments, contact, sales, campaigns }: Queues, { roles }: Pick<Operator, 'roles'>) {
  if (!roles.includes('care')) return {}
  const counts = await Promise.all([
    comments.review.countWaiting(QUEUE_COUNT_MAX),
    contact.operatorCases.countOpen(QUEUE_COUNT_MAX),
    sales.operatorDeliveries.countUnsent(QUEUE_COUNT_MAX),
    campaigns.operatorSubmissions.countUnopened(QUEUE_COUNT_MAX),
  ])
  return Object.fromEntries(QUEUE_SCREENS.map((screen, at) => [screen, counts[at]!]))
}

export const session = bindAdmin(
  endpoints,
  ({ operators: { credentials, approvals }, brand, siteUrl, decidingRole, ...queues }) => ({
    signIn: async ({ email, password, code }, { address, requestId, device, language, setSession }) => {
      const opened = await credentials.signIn({
        email,
        password,
        factor: { code },
        address,
        requestId,
        device,
        language,
      })
      setSession(opened)
      return { operator: shown(opened.operator), roles: [...opened.operator.roles] }
    },

    recover: async ({ email, password, recoveryCode }, { address, requestId, device, language, setSession }) => {
      const opened = await credentials.signIn({
        email,
        password,
        factor: { recoveryCode },
        address,
        requestId,
        device,
        language,
      })
      setSession(opened)
      const { operator, recoveryCodesLeft = 0 } = opened
      return { operator: shown(operator), roles: [...operator.roles], recoveryCodesLeft }
    },

    open: ({ token }) => credentials.open(token),

    welcome: async (given, { address, requestId }) => ({
      recoveryCodes: await credentials.welcome(given, { address, requestId }),
    }),

    stepUp: async ({ code }, { session: current, address, requestId }) => {
      await credentials.stepUp(sessionOf(current), code, { address, requestId })
      return {}
    },

    end: async (_input, { session: current, address, requestId, setSession }) => {
      await credentials.signOut(sessionOf(current), { address, requestId })
      setSession(undefined)
      return {}
    },

    me: async (_input, { session: current, operator }) => ({
      operator: shown(operator),
      roles: [...operator.roles],
      expiresAt: wireInstant(current.signedInAt.add({ hours: SESSION_HOURS })),
      idleAt: wireInstant(current.usedAt.add({ minutes: IDLE_MINUTES })),
      approvals: await approvals.countFor(operator, decidingRole),
      queues: await countQueues(queues, operator),
      brand: brand(),
      siteUrl,
    }),
  }),
)
