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

export function LoginPage() {
  return (
    <Entrance ownBar>
      <LoginScreen />
    </Entrance>
  )
}

export function ForgetPage() {
  return (
    <Entrance ownBar={false}>
      <ForgetScreen />
    </Entrance>
  )
}

export function RegistrationPage() {
  return (
    <Entrance ownBar={false}>
      <RegistrationScreen />
    </Entrance>
  )
}

/** `ownBar`: where the site's header is hidden (SPEC 2: login). */
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
