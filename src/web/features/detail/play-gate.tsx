import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Program } from '#contract/programs.ts'
import { routerPath } from '#web/viewer/navigation/paths.ts'
import { isGated, usePlayGates } from '#web/viewer/parental/play-gates.ts'
import { mustWarn, warningRead } from '#web/viewer/parental/accepted-warnings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDetailText } from './detail-text.ts'
import styles from './play-gate.module.css'

interface PlayGateShared {
  /** Something stands between the press and the film. */
  readonly isClosed: boolean
  /** Asks first, then goes to `href`. */
  ask(href: string): void
}

const PlayGateContext = createContext<PlayGateShared>({ isClosed: false, ask: () => {} })

/** How this title's play buttons behave: a plain link, or a press that goes through the gates first. */
export function usePlayAction(href: string): { href: string } | { onClick: () => void } {
  const { isClosed, ask } = useContext(PlayGateContext)
  return isClosed ? { onClick: () => ask(href) } : { href }
}

/** The gates before a title, in their order: login, the parental code, and its warning before the first play in a session (SPEC 2, PRODUCT 8). */
export function PlayGate({ program, children }: { program: Program; children: ReactNode }) {
  const text = useDetailText()
  const navigate = useNavigate()
  const { pass } = usePlayGates()
  const [wanted, setWanted] = useState<string | null>(null)
  const { access } = program
  const isWarned = mustWarn(program)
  const isClosed = isWarned || isGated(access)
  const ask = useCallback(
    (href: string) => {
      void pass(access, href).then((isThrough) => {
        if (!isThrough) return undefined
        return isWarned ? setWanted(href) : navigate(routerPath(href))
      })
    },
    [pass, access, isWarned, navigate],
  )
  const shared = useMemo(() => ({ isClosed, ask }), [isClosed, ask])
  const back = () => setWanted(null)
  return (
    <PlayGateContext value={shared}>
      {children}
      {wanted === null ? null : (
        <Dialog title={text.warning.title} closeLabel={text.warning.back} onClose={back}>
          <p className={styles.warning}>{program.warning}</p>
          <div className={styles.buttons}>
            <Button
              look="primary"
              data-autofocus=""
              onClick={() => {
                warningRead(program.programId)
                void navigate(routerPath(wanted))
              }}
            >
              {text.warning.go}
            </Button>
            <Button onClick={back}>{text.warning.back}</Button>
          </div>
        </Dialog>
      )}
    </PlayGateContext>
  )
}
