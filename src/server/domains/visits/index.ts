/**
 * Visits: page views by route and campaign. Owns the table visit. Never keeps an address, an account or a query.
 */
export { createVisits, type Visits } from './visits.service.ts'
