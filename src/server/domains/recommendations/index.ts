/**
 * Recommendations: titles like another one, and a list for a viewer.
 * Owns the tables similar_title, co_watched_title, recommendation_run. Never lists what `catalogue` would not: it only says which titles, and in which order.
 */
export type { RecommendationReason } from './recommendations-model.ts'
export { createRecommendations, type Recommendations } from './recommendations.service.ts'
import './recommendations-tables.ts'
