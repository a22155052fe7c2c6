/** Opens the model that may write answers, from the settings. */
import type { ChatModel } from '#query-api/rag/ports.ts'
import type { Settings } from '../../settings.ts'
import { makeChatEndpoint } from '../../chat-model/chat-endpoint.ts'

/** null if none is configured: answers are extractive. No request is sent yet. */
export const openChatModel = ({ generation }: Settings): ChatModel | null =>
  generation === null ? null : makeChatEndpoint(generation)
