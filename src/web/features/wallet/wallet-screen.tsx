import { Balance } from './balance.tsx'
import { Statement } from './statement.tsx'
import { useWalletText } from './wallet-text.ts'
import styles from './wallet-screen.module.css'

/** `/setup/wallet`: the credits by bucket and lapse date, and the statement. */
export function WalletScreen() {
  const text = useWalletText()
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{text.title}</h1>
      <Balance />
      <Statement />
    </div>
  )
}
