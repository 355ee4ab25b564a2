/**
 * Pages: the tabs, the rows in them, editors' categories, promoted collections, billboards and ads.
 * Owns the tables tab, tab_row, category, category_title, banner, promotion. Never lists a title that `catalogue` would not.
 */
export type * from './pages-model.ts'
export type { PersonalizedBanner } from './pages.service.ts'
export type { CategoryPage, CategoryRequest } from './categories.service.ts'
export { createPages, type Pages } from './pages.service.ts'
import './pages-model.ts'
