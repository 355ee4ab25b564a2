import { inTransaction } from '#server/kit/db.ts'
import type { OperatorsWorld } from './operators.ts'

let numbers = 0

/** That no account has, with what its member proved. */
export const aNewNumber = () => ({
  areaCode: '852' as const,
  mobileno: String(67_000_000 + numbers++),
  proofs: ['email', 'order'] as const,
})

async function aChangingCustomer({ care, db, anOperator }: OperatorsWorld): Promise<object> {
  const { accountId } = await care.aCustomer()
  const { operatorId } = await anOperator('care')
  const operator = { operatorId, name: 'Ida', email: 'ida@harbour.test' }
  await inTransaction(db, (tx) => care.customers.numbers.request(tx, { operator }, { accountId, ...aNewNumber() }))
  return { accountId, reason: 'the member objects' }
}

/** Inputs of the calls about the number of an account. */
export const NUMBER_EXAMPLES = {
  '/customers/changeNumber': async ({ care }: OperatorsWorld) => ({
    accountId: (await care.aCustomer()).accountId,
    reason: 'lost the SIM',
    ...aNewNumber(),
  }),
  '/customers/keepNumber': aChangingCustomer,
}
