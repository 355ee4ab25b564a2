/**
 * Recommendations: titles like another one, and a list for a viewer.
 * Owns no table. Never lists what `catalogue` would not: it only says which titles, and in which order.
 */
export { createRecommendations, type RecommendationReason, type Recommendations } from './recommendations.service.ts'
