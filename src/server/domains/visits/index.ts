/**
 * Visits: page views by route and campaign. Owns the tables visit and visit_day. Stores no address, account or query.
 */
export { createVisits, type Visits } from './visits.service.ts'
