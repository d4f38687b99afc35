import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { createPathQueue, takeOpenedFiles } from '../../../src/main/shell/start-message.ts'

it('a folder that macOS opens with the app is opened, also one sent before the app is ready', () => {
  const app = new EventEmitter()
  const paths = createPathQueue()
  takeOpenedFiles(app, paths)
  const event = { preventDefault: vi.fn() }
  app.emit('open-file', event, '/early')
  expect(event.preventDefault).toHaveBeenCalledOnce()
  const open = vi.fn()
  paths.follow(open)
  expect(open).toHaveBeenCalledExactlyOnceWith(['/early'])
  app.emit('open-file', event, '/later')
  expect(open).toHaveBeenLastCalledWith(['/later'])
  expect(event.preventDefault).toHaveBeenCalledTimes(2)
})
