import { cards } from './cards.ts'
import { categories } from './categories.ts'
import { errors } from './errors-web.ts'
import { home } from './home.ts'
import { site } from './site.ts'
import { tabs } from './tabs.ts'

/** The sentences that the shell and the list screens need before their first render: one chunk. Lazy features bring their own. */
export const viewer = { site, home, tabs, categories, cards, errors }

export type ViewerText = typeof viewer
