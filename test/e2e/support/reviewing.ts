import { launch } from '../../support/launch.ts'
import { chooseProfile, profilesOf, succeed, type Member } from './members.ts'
import { eventually, world } from './world.ts'

/** The newest code in the e-mails to an address. */
async function latestMailCode(address: string): Promise<string> {
  const read = async () => {
    const answer = await fetch(`${world.url}/dev/outbox?to=${encodeURIComponent(address)}`)
    const { list } = (await answer.json()) as { list: unknown[] }
    return /\b\d{6}\b/.exec(JSON.stringify(list[0] ?? ''))?.[0] ?? ''
  }
  await eventually(read).toMatch(/\d{6}/)
  return read()
}

/** The code of the verification that a member has just asked for. */
export const emailCodeOf = ({ mobileno }: Member): Promise<string> => latestMailCode(`${mobileno}@example.com`)

/** Verifies a member's e-mail address through the API. */
export async function verifyEmail(member: Member): Promise<void> {
  await succeed('/api/sendEmailCode.action', {}, member.token)
  await succeed('/api/verifyEmail.action', { code: await emailCodeOf(member) }, member.token)
}

/** Runs `npm run comments`. */
export async function reviewComments(...args: string[]): Promise<string[]> {
  const command = launch(['comments', ...args], { dataDir: world.dataDir })
  const exitCode = await command.exitCode
  if (exitCode !== 0) throw new Error(`comments ended with ${exitCode}:\n${command.lines.join('\n')}`)
  return command.lines
}

/** Approves a comment as it is listed. */
export async function approveComment(commentId: string): Promise<void> {
  const listed = (await reviewComments('list')).find((line) => line.startsWith(`${commentId}@`))
  await reviewComments('approve', listed?.split(' ')[0] ?? '', '--operator', 'ann')
}

/** Writes a comment that an operator has approved. @returns its id */
export async function publishComment(member: Member, comment: { programId: string; text: string }): Promise<string> {
  await verifyEmail(member)
  const [first] = await profilesOf(member)
  await chooseProfile(member, first!)
  const { commentId } = await succeed<{ commentId: string }>('/api_v2/comment/create', comment, member.token)
  await approveComment(commentId)
  return commentId
}
