/**
 * Visits: page views by route and campaign. Owns the table visit. Stores no address, account or query.
 */
export { createVisits, type Visits } from './visits.service.ts'
