import type { Admitted } from '#contract/admin/endpoint.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { createRouteTable, type Route, routeHelper } from '#web/kit/routes.ts'
import { PATHS } from './paths.ts'

/** As the calls of customers. */
const CUSTOMER_ROLES = ['care', 'finance'] as const
/** As the calls of announcements. */
const ANNOUNCING_ROLES = ['care', 'administrator'] as const

export interface ConsoleRoute extends Route {
  readonly admitted: Admitted
}

const route = routeHelper<ConsoleRoute, keyof Route | 'admitted'>({})

const HOME = route({
  name: 'home',
  path: PATHS.home,
  admitted: 'all',
  screen: lazyScreen(async () => (await import('../screens/home/home.tsx')).Home),
})

const ROUTES = [
  HOME,
  route({
    name: 'signIn',
    path: PATHS.signIn,
    admitted: 'signed out',
    screen: lazyScreen(async () => (await import('../screens/session/sign-in.tsx')).SignIn),
  }),
  route({
    name: 'welcome',
    path: `${PATHS.welcome}/:token`,
    admitted: 'signed out',
    screen: lazyScreen(async () => (await import('../screens/session/welcome.tsx')).Welcome),
  }),
  route({
    name: 'titles',
    path: PATHS.titles,
    admitted: ['catalogue', 'care', 'finance', 'administrator'],
    screen: lazyScreen(async () => (await import('../screens/titles/titles.tsx')).Titles),
  }),
  route({
    name: 'title',
    path: PATHS.title,
    admitted: ['catalogue', 'care', 'finance', 'administrator'],
    screen: lazyScreen(async () => (await import('../screens/title/title.tsx')).Title),
  }),
  route({
    name: 'people',
    path: PATHS.people,
    admitted: ['catalogue'],
    screen: lazyScreen(async () => (await import('../screens/people/people.tsx')).People),
  }),
  route({
    name: 'ingest',
    path: PATHS.ingest,
    admitted: ['catalogue'],
    screen: lazyScreen(async () => (await import('../screens/ingest/ingest.tsx')).Ingest),
  }),
  route({
    name: 'imports',
    path: PATHS.imports,
    admitted: ['catalogue'],
    screen: lazyScreen(async () => (await import('../screens/import/import.tsx')).Import),
  }),
  route({
    name: 'pages',
    path: PATHS.pages,
    admitted: ['catalogue'],
    screen: lazyScreen(async () => (await import('../screens/pages/pages.tsx')).Pages),
  }),
  route({
    name: 'page',
    path: PATHS.page,
    admitted: ['catalogue'],
    screen: lazyScreen(async () => (await import('../screens/pages/pages.tsx')).Pages),
  }),
  route({
    name: 'cinema',
    path: PATHS.cinema,
    admitted: ['catalogue'],
    screen: lazyScreen(async () => (await import('../screens/cinema/cinema.tsx')).Cinema),
  }),
  route({
    name: 'screenings',
    path: PATHS.screenings,
    admitted: ['catalogue'],
    screen: lazyScreen(async () => (await import('../screens/screenings/screenings.tsx')).Screenings),
  }),
  route({
    name: 'sales',
    path: PATHS.sales,
    admitted: ['catalogue', 'care'],
    screen: lazyScreen(async () => (await import('../screens/sales/sales.tsx')).Sales),
  }),
  route({
    name: 'campaigns',
    path: PATHS.campaigns,
    admitted: ['catalogue'],
    screen: lazyScreen(async () => (await import('../screens/campaigns/campaigns.tsx')).Campaigns),
  }),
  route({
    name: 'campaign',
    path: PATHS.campaign,
    admitted: ['catalogue'],
    screen: lazyScreen(async () => (await import('../screens/campaigns/campaign.tsx')).Campaign),
  }),
  route({
    name: 'customers',
    path: PATHS.customers,
    admitted: CUSTOMER_ROLES,
    screen: lazyScreen(async () => (await import('../screens/customers/customers.tsx')).Customers),
  }),
  route({
    name: 'customer',
    path: PATHS.customer,
    admitted: CUSTOMER_ROLES,
    screen: lazyScreen(async () => (await import('../screens/customers/customer.tsx')).Customer),
  }),
  route({
    name: 'compensations',
    path: PATHS.compensations,
    admitted: CUSTOMER_ROLES,
    screen: lazyScreen(async () => (await import('../screens/compensations/compensations.tsx')).Compensations),
  }),
  route({
    name: 'newCompensation',
    path: PATHS.newCompensation,
    admitted: ['care'],
    screen: lazyScreen(async () => (await import('../screens/compensations/new-compensation.tsx')).NewCompensation),
  }),
  route({
    name: 'compensation',
    path: PATHS.compensation,
    admitted: CUSTOMER_ROLES,
    screen: lazyScreen(async () => (await import('../screens/compensations/compensation.tsx')).Compensation),
  }),
  route({
    name: 'comments',
    path: PATHS.comments,
    admitted: ['care'],
    screen: lazyScreen(async () => (await import('../screens/comments/comments.tsx')).Comments),
  }),
  route({
    name: 'submissions',
    path: PATHS.submissions,
    admitted: ['care'],
    screen: lazyScreen(async () => (await import('../screens/submissions/submissions.tsx')).Submissions),
  }),
  route({
    name: 'tickets',
    path: PATHS.tickets,
    admitted: ['care'],
    screen: lazyScreen(async () => (await import('../screens/tickets/tickets.tsx')).Tickets),
  }),
  route({
    name: 'contact',
    path: PATHS.contact,
    admitted: ['care'],
    screen: lazyScreen(async () => (await import('../screens/contact/contact.tsx')).Contact),
  }),
  route({
    name: 'contactCase',
    path: PATHS.contactCase,
    admitted: ['care'],
    screen: lazyScreen(async () => (await import('../screens/contact/case.tsx')).ContactCase),
  }),
  route({
    name: 'announcements',
    path: PATHS.announcements,
    admitted: ANNOUNCING_ROLES,
    screen: lazyScreen(async () => (await import('../screens/announcements/announcements.tsx')).Announcements),
  }),
  route({
    name: 'newAnnouncement',
    path: PATHS.newAnnouncement,
    admitted: ANNOUNCING_ROLES,
    screen: lazyScreen(async () => (await import('../screens/announcements/new-announcement.tsx')).NewAnnouncement),
  }),
  route({
    name: 'announcement',
    path: PATHS.announcement,
    admitted: ANNOUNCING_ROLES,
    screen: lazyScreen(async () => (await import('../screens/announcements/announcement.tsx')).Announcement),
  }),
  route({
    name: 'plans',
    path: PATHS.plans,
    admitted: ['finance', 'catalogue'],
    screen: lazyScreen(async () => (await import('../screens/plans/plans.tsx')).Plans),
  }),
  route({
    name: 'codes',
    path: PATHS.codes,
    admitted: ['finance'],
    screen: lazyScreen(async () => (await import('../screens/codes/codes.tsx')).Codes),
  }),
  route({
    name: 'newBatch',
    path: PATHS.newBatch,
    admitted: ['finance'],
    screen: lazyScreen(async () => (await import('../screens/codes/new-batch.tsx')).NewBatch),
  }),
  route({
    name: 'batch',
    path: PATHS.batch,
    admitted: ['finance'],
    screen: lazyScreen(async () => (await import('../screens/codes/batch.tsx')).Batch),
  }),
  route({
    name: 'partners',
    path: PATHS.partners,
    admitted: ['finance'],
    screen: lazyScreen(async () => (await import('../screens/partners/partners.tsx')).Partners),
  }),
  route({
    name: 'orders',
    path: PATHS.orders,
    admitted: ['finance', 'care'],
    screen: lazyScreen(async () => (await import('../screens/orders/orders.tsx')).Orders),
  }),
  route({
    name: 'order',
    path: PATHS.order,
    admitted: ['finance', 'care'],
    screen: lazyScreen(async () => (await import('../screens/order/order.tsx')).Order),
  }),
  route({
    name: 'payments',
    path: PATHS.payments,
    admitted: ['finance'],
    screen: lazyScreen(async () => (await import('../screens/payments/payments.tsx')).Payments),
  }),
  route({
    name: 'reports',
    path: PATHS.reports,
    admitted: ['finance', 'catalogue'],
    screen: lazyScreen(async () => (await import('../screens/reports/reports.tsx')).Reports),
  }),
  route({
    name: 'approvals',
    path: PATHS.approvals,
    admitted: ['finance', 'administrator'],
    screen: lazyScreen(async () => (await import('../screens/approvals/approvals.tsx')).Approvals),
  }),
  route({
    name: 'operators',
    path: PATHS.operators,
    admitted: ['administrator'],
    screen: lazyScreen(async () => (await import('../screens/operators/operators.tsx')).Operators),
  }),
  route({
    name: 'settings',
    path: PATHS.settings,
    admitted: ['administrator', 'finance', 'care'],
    screen: lazyScreen(async () => (await import('../screens/settings/settings.tsx')).Settings),
  }),
  route({
    name: 'audit',
    path: PATHS.audit,
    admitted: 'all',
    screen: lazyScreen(async () => (await import('../screens/audit/audit.tsx')).Audit),
  }),
] as const

export const routes = createRouteTable<ConsoleRoute>(ROUTES, HOME)
