import { paths } from '#web/viewer/navigation/paths.ts'
import { useText } from '#web/kit/text.ts'

/** The way to redeem a code. SPEC 6: for visitors; members redeem in their account. */
export const RedeemRow = ({ className, onDone }: { className: string | undefined; onDone: () => void }) => (
  <a className={className} href={paths.redeem()} onClick={onDone}>
    {useText('accountMenu').redeem}
  </a>
)
