import { useNavigate } from '#web/kit/router.tsx'
import { routerPath } from '#web/viewer/navigation/paths.ts'
import { useLoginAction } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { passGates, type PlayGate, playStep } from './play-flow.rules.ts'
import { factsOf, type GatedTitle, openGate } from './playback-gates.ts'

/** `isShort`: credits or the plan are missing. */
export function usePlayAction(
  title: GatedTitle,
  href: string,
  isShort?: boolean,
): { href: string; onClick?: () => void } | { onClick: () => void } {
  const logIn = useLoginAction({ kind: 'play', to: href, title: title.title })
  const isMember = useSession().token !== undefined
  const navigate = useNavigate()
  // A title that was fetched for the visitor is fetched again for the member.
  const step = playStep({ ...factsOf(title), isMember: false })
  if (step === 'order' || step === 'refused') return { href }
  if (step === 'login' && !isMember) return logIn
  const play = async () => {
    const open = async (gate: PlayGate) => (await openGate(gate, title, href)) === 'passed'
    if (await passGates({ ...factsOf(title), isShort }, open)) navigate(routerPath(href))
  }
  return { onClick: () => void play() }
}
