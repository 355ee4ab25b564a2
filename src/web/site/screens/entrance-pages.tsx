import { ForgetScreen } from '#web/features/login/forget-screen.tsx'
import { LoginScreen } from '#web/features/login/login-screen.tsx'
import { RegistrationScreen } from '#web/features/registration/registration-screen.tsx'
import type { ReactNode } from 'react'
import { LanguageToggle } from '#web/features/header/language-toggle.tsx'
import { Wordmark } from '#web/features/header/header.tsx'
import { paths } from '#web/viewer/navigation/paths.ts'
import { enterVisitorKids } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ShieldIcon } from '#web/ui/feature-icons.tsx'
import styles from './entrance.module.css'
import { useText } from '#web/kit/text.ts'

/** The login beside the harbour, with a bar of its own (SPEC 2: its header is hidden). */
export function LoginPage() {
  return (
    <Entrance ownBar>
      <LoginScreen />
    </Entrance>
  )
}

/** The forgotten password, below the header. */
export function ForgetPage() {
  return (
    <Entrance ownBar={false}>
      <ForgetScreen />
    </Entrance>
  )
}

/** The registration, likewise. */
export function RegistrationPage() {
  return (
    <Entrance ownBar={false}>
      <RegistrationScreen />
    </Entrance>
  )
}

/** The harbour at night beside a form. Where the site's header is hidden (SPEC 2: login), a bar of its own holds the way home, kids mode and language. */
export function Entrance({ ownBar, children }: { ownBar: boolean; children: ReactNode }) {
  const { site } = useShellText()
  const text = useText('entrance')
  return (
    <div className={classNames(styles.entrance, !ownBar && styles.belowHeader)}>
      {ownBar ? (
        <nav className={styles.bar} aria-label={site.menu}>
          <Wordmark href={paths.home()} label={site.homeLink} />
          <span className={styles.space} />
          <Button look="text" icon={<ShieldIcon size={18} />} className={styles.kids} onClick={enterVisitorKids}>
            {text.kids}
          </Button>
          <LanguageToggle />
        </nav>
      ) : null}
      <div className={styles.scene}>
        <p className={styles.headline}>
          {text.headline.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className={styles.text}>{text.text}</p>
      </div>
      <div className={styles.side}>{children}</div>
    </div>
  )
}
