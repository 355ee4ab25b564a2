import type { CampaignLink } from '#contract/campaigns.ts'
import { paths } from '#web/viewer/navigation/paths.ts'

/** The address of a link: a path of the site, or another site, which opens beside this one. */
export const linkProps = (to: string) =>
  to.startsWith('/')
    ? { href: paths.route(to) }
    : { href: to, target: '_blank', rel: 'noopener noreferrer external', referrerPolicy: 'origin' as const }

/** Links in one line. */
export function LinkList({ links, className }: { links: readonly CampaignLink[]; className: string | undefined }) {
  if (links.length === 0) return null
  return (
    <span className={className}>
      {links.map(({ label, to }) => (
        <a key={to} {...linkProps(to)}>
          {label}
        </a>
      ))}
    </span>
  )
}
