import type { ReactNode } from 'react'
import { LANGUAGES } from '#contract/languages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { changeLanguage, htmlLang } from '#web/kit/language.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { classNames } from '#web/ui/class-names.ts'
import { LogoMark } from '#web/ui/logo.tsx'
import { documentBrand } from '../../client/brand.ts'
import { useShellText } from '../../shell/shell-text.ts'
import styles from './session.module.css'

interface CardProps {
  title: string
  lead?: string
  aside?: string
  isWide?: boolean
  children: ReactNode
}

/** The pages without a session: one card in the middle. */
export function Card({ title, lead, aside, isWide, children }: CardProps) {
  const text = useShellText()
  const { language } = useCallContext()
  usePageTitle(title)
  return (
    <div className={classNames(styles.card, isWide && styles.wide)}>
      <div className={styles.brand}>
        <LogoMark size={34} />
        <span className={styles.brandName}>
          {documentBrand()[language]}
          <small>CONSOLE</small>
        </span>
        <span className={styles.languages}>
          {LANGUAGES.filter((each) => each !== language).map((each) => (
            <button
              key={each}
              type="button"
              className={styles.link}
              lang={htmlLang(each)}
              onClick={() => changeLanguage(each)}
            >
              {text.account.languages[each]}
            </button>
          ))}
        </span>
      </div>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {aside ? <p className={styles.aside}>{aside}</p> : null}
      </div>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      {children}
    </div>
  )
}
