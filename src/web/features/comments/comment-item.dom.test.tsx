import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import { comments } from '#text/zh_HK/comments.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { CommentItem } from './comment-item.tsx'

const { item: text } = comments

const comment: Comment = {
  commentId: 'c1',
  text: '好'.repeat(50),
  spoiler: false,
  name: '陳大文',
  avatarURL: '/avatar.webp',
  score: null,
  likes: 2,
  status: 'published',
  createdAt: '2026-10-01T00:00:00Z',
  edited: false,
  own: true,
  liked: false,
  reported: false,
}

test.each([true, false])('a comment says how many like it, also to its author (own: %s)', async (own) => {
  await renderWeb(<CommentItem programId="film" comment={{ ...comment, own }} />)
  expect(await screen.findByText(text.likes('2'))).toBeDefined()
})

test('nothing stands for no likes', async () => {
  await renderWeb(<CommentItem programId="film" comment={{ ...comment, likes: 0 }} />)
  await screen.findByRole('button', { name: text.edit })
  expect(screen.queryByText(text.likes('0'))).toBeNull()
})
