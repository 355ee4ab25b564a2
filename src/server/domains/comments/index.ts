/**
 * Ratings and comments on titles, their likes and reports, and the review of comments by operators.
 * Owns the tables rating, rating_total, comment, comment_like, comment_report, comment_word, comment_hold. Shows nothing of an author but the
 * profile's name and image. Never decides who may see a title (catalogue).
 */
import './comments-tables.ts'

export { createComments, type Comments } from './comments.service.ts'
export type { Author, ListedComment, ReviewedComment } from './comments-model.ts'
export { byStars } from './comments.rules.ts'
export type { OwnRating } from './ratings.service.ts'
