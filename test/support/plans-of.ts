import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from 'kysely'
import { type Db, sql } from '#server/kit/db.ts'

/** Plans of the statements that `run` makes, which answer nothing. Sequential scans are left for where there is no index. */
export async function plansOf(db: Db, run: (db: Db) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  const explain: KyselyPlugin = {
    transformQuery: ({ node }: PluginTransformQueryArgs) =>
      (node.kind === 'RawNode'
        ? { ...node, sqlFragments: ['explain ', ''], parameters: [node] }
        : { ...node, explain: { kind: 'ExplainNode' } }) as RootOperationNode,
    transformResult: async ({ result }) => {
      plans.push(result.rows.map((row) => String(row['QUERY PLAN'])).join('\n'))
      return { ...result, rows: [] }
    },
  }
  await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await run(tx.withPlugin(explain))
  })
  return plans
}
