import { type AdminEndpoint, adminUrl, type Role } from '#contract/admin/endpoint.ts'
import { announcements } from './announcements.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import type { BoundAdminCalls } from './bind.ts'
import type { AdminDomains } from './domains.ts'
import { bulk } from './bulk.ts'
import { comments } from './comments.ts'
import { compensations } from './compensations.ts'
import { contact } from './contact.ts'
import { codes } from './codes.ts'
import { content } from './content.ts'
import { customerChanges } from './customer-changes.ts'
import { customerRecords } from './customer-records.ts'
import { customers } from './customers.ts'
import { finance } from './finance.ts'
import { deliveries } from './deliveries.ts'
import { health } from './health.ts'
import { images } from './images.ts'
import { imports } from './imports.ts'
import { ingest } from './ingest.ts'
import { operators } from './operators.ts'
import { monthlyPlans } from './monthly-plans.ts'
import { orders } from './orders.ts'
import { pages } from './pages.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import type { AdminRoute } from './pipeline.ts'
import { people } from './people.ts'
import { planned } from './planned.ts'
import { preview } from './preview.ts'
import { reports } from './reports.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { submissions } from './submissions.ts'
import { tickets } from './tickets.ts'
import { titles } from './titles.ts'
import { webhooks } from './webhooks.ts'

/** A new noun is one line here; a new endpoint of a noun is none. */
const CALLS: readonly BoundAdminCalls[] = [
  announcements,
  approvals,
  audit,
  bulk,
  comments,
  compensations,
  contact,
  codes,
  content,
  customerChanges,
  customerRecords,
  customers,
  finance,
  deliveries,
  health,
  images,
  imports,
  ingest,
  operators,
  monthlyPlans,
  orders,
  pages,
  partners,
  payments,
  people,
  planned,
  preview,
  reports,
  session,
  settings,
  submissions,
  tickets,
  titles,
  webhooks,
]

export const ADMIN_ENDPOINTS: readonly AdminEndpoint[] = CALLS.flatMap(({ endpoints }) => endpoints)

/** A call that does not exist any more is an administrator's. */
const decidingRole = (path: string): Role =>
  ADMIN_ENDPOINTS.find((endpoint) => endpoint.path === path)?.fourEyes ?? 'administrator'

/** By path of the call, `/api_admin` included. */
export const adminRoutes = (domains: Omit<AdminDomains, 'decidingRole'>): ReadonlyMap<string, AdminRoute> =>
  new Map(
    CALLS.flatMap((calls) => calls.routes({ ...domains, decidingRole })).map((route) => [
      adminUrl(route.endpoint),
      route,
    ]),
  )
