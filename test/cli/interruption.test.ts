import { describe, expect, it, vi } from 'vitest'
import { listenForInterruption } from '#cli/terminal/interruption.ts'

describe('an interruption', () => {
  it('aborts the work, and gives up on work that does not end by itself', async () => {
    const onFirst = vi.fn<() => void>()
    const { signal, overdue } = listenForInterruption(onFirst, 1)
    expect(signal.aborted).toBe(false)
    process.emit('SIGTERM', 'SIGTERM')
    expect(signal.aborted).toBe(true)
    expect(onFirst).toHaveBeenCalledOnce()
    await expect(overdue).rejects.toMatchObject({ code: 'cancelled' })
    process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT')
  })
})
