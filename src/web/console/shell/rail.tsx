import { useEffect, useRef } from 'react'
import { QUEUE_COUNT_MAX, QUEUE_SCREENS } from '#contract/admin/session.ts'
import { useLocation } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { classNames } from '#web/ui/class-names.ts'
import { LogoMark } from '#web/ui/logo.tsx'
import { useCallContext } from '#web/kit/call-context.ts'
import { hasRole, type Me } from '../client/session.ts'
import { href, PATHS } from './paths.ts'
import styles from './rail.module.css'
import { RAIL } from './rail-items.ts'
import { routes } from './routes.ts'
import { useShellText } from './shell-text.ts'

/** The screens that the operator's roles open. On a phone it is at the bottom. */
export function Rail({ me }: { me: Me }) {
  const text = useShellText()
  const { language } = useCallContext()
  const { pathname } = useLocation()
  const items = RAIL.filter(({ path }) => isOpenTo(me, path))
  const nav = useRef<HTMLElement>(null)
  const current = items.find(({ path }) => isAt(pathname, path))?.path
  // A block: newer browsers answer a promise, which is no function that ends the effect.
  useEffect(() => {
    if (current !== undefined)
      nav.current?.querySelector(`a[href="${href(current)}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [nav, current])
  return (
    <nav ref={nav} className={styles.rail} aria-label={text.navigation}>
      <a className={styles.brand} href={href(PATHS.home)}>
        <LogoMark size={28} />
        <span className={styles.brandName}>
          {me.brand[language]}
          <small>CONSOLE</small>
        </span>
      </a>
      <ul className={styles.items}>
        {items.map(({ name, path, Icon, group }, at) => (
          <li key={name}>
            {group && items[at - 1]?.group !== group ? (
              <span className={styles.group}>{text.groups[group]}</span>
            ) : null}
            <a className={styles.item} href={href(path)} aria-current={isAt(pathname, path) ? 'page' : undefined}>
              <Icon size={18} />
              <span className={styles.name}>{text.screens[name]}</span>
              <Count name={name} me={me} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What waits there; approvals stand out. */
function Count({ name, me }: { name: (typeof RAIL)[number]['name']; me: Me }) {
  const text = useShellText()
  const screen = QUEUE_SCREENS.find((each) => each === name)
  const count = (name === 'approvals' ? me.approvals : screen && me.queues[screen]) ?? 0
  if (count === 0) return null
  const shown = count >= QUEUE_COUNT_MAX ? `${QUEUE_COUNT_MAX - 1}+` : String(count)
  return (
    <span className={classNames(styles.count, name !== 'approvals' && styles.queue)}>
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{name === 'approvals' ? text.waiting(count) : text.waitingIn(shown)}</span>
    </span>
  )
}

/** A title belongs to the titles. */
const isAt = (pathname: string, path: string): boolean =>
  plainPath(pathname) === path || (path !== PATHS.home && pathname.startsWith(`${path}/`))

function isOpenTo(me: Me, path: string): boolean {
  const { admitted } = routes.at(path)
  return admitted !== 'signed out' && hasRole(me, admitted)
}
