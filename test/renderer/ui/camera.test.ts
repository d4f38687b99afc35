import { describe, expect, it } from 'vitest'
import { openCamera } from '#renderer/ui/camera.ts'

/** A track that knows whether it was stopped, in the stream of a camera. */
const streamOf = () => {
  const state = { isStopped: false }
  const track = { stop: () => void (state.isStopped = true) }
  const stream = Object.create(null, { getTracks: { value: () => [track] } })
  return { state, stream }
}

const door = () => {
  const reported: boolean[] = []
  return { reported, allow: async (on: boolean) => void reported.push(on) }
}

describe('the camera', () => {
  it('is asked for its image alone, once the app allows it', async () => {
    const { reported, allow } = door()
    const { state, stream } = streamOf()
    const camera = await openCamera(
      {
        getUserMedia: (constraints) => {
          expect(reported).toEqual([true])
          expect(constraints).toMatchObject({ audio: false })
          return Promise.resolve(stream)
        },
      },
      allow,
    )
    expect(state.isStopped).toBe(false)
    camera.close()
    expect(state.isStopped).toBe(true)
    expect(reported).toEqual([true, false])
  })

  it.each([
    ['NotFoundError', { kind: 'none' }],
    ['NotAllowedError', { kind: 'denied' }],
    ['NotReadableError', { kind: 'busy' }],
    ['TypeError', { kind: 'other', reason: 'TypeError' }],
  ])('says what %s means, and takes the permission back', async (name, error) => {
    const { reported, allow } = door()
    const domError = Object.assign(new Error('in words of the browser'), { name })
    const opening = openCamera({ getUserMedia: () => Promise.reject(domError) }, allow)
    await expect(opening).rejects.toMatchObject({ info: error })
    expect(reported).toEqual([true, false])
  })

  it('is not there in a page that has no devices', async () => {
    const { reported, allow } = door()
    await expect(openCamera(undefined, allow)).rejects.toMatchObject({ info: { kind: 'none' } })
    expect(reported).toEqual([])
  })
})
