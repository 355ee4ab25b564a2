export const PATHS = {
  home: '/',
  signIn: '/sign-in',
  welcome: '/welcome',
  titles: '/titles',
  title: '/titles/:programId',
  people: '/people',
  ingest: '/ingest',
  imports: '/import',
  pages: '/pages',
  page: '/pages/:tab',
  cinema: '/cinema',
  screenings: '/screenings',
  sales: '/sales',
  campaigns: '/campaigns',
  campaign: '/campaigns/:codeName',
  customers: '/customers',
  customer: '/customers/:accountId',
  comments: '/comments',
  contact: '/contact',
  contactCase: '/contact/:caseNumber',
  orders: '/orders',
  order: '/orders/:number',
  payments: '/payments',
  reports: '/reports',
  approvals: '/approvals',
  operators: '/operators',
  settings: '/settings',
  audit: '/audit',
} as const

export const href = (path: string, query: Readonly<Record<string, string>> = {}): string => {
  const text = new URLSearchParams(query).toString()
  return `#${path}${text && `?${text}`}`
}
