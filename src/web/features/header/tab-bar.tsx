import { useEffect, useRef } from 'react'
import styles from './tab-bar.module.css'

export interface TabLink {
  id: string
  name: string
  href: string
  current: boolean
}

/** The category tabs. On a phone they scroll, and the current one is brought into view. */
export function TabBar({ tabs, label }: { tabs: readonly TabLink[]; label: string }) {
  const list = useRef<HTMLUListElement>(null)
  const currentId = tabs.find((tab) => tab.current)?.id
  useEffect(() => {
    const track = list.current
    const current = track?.querySelector<HTMLElement>('[aria-current]')
    if (!currentId || !track || !current || track.scrollWidth <= track.clientWidth) return
    track.scrollTo({ left: current.offsetLeft - (track.clientWidth - current.offsetWidth) / 2 })
  }, [currentId])
  return (
    <nav className={styles.nav} aria-label={label}>
      <ul ref={list} className={styles.list}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <a className={styles.tab} href={tab.href} aria-current={tab.current ? 'page' : undefined}>
              <span>{tab.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
