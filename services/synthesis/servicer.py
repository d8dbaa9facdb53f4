"""`sextant.synthesis.v1` over gRPC: translates and delegates."""

from collections.abc import AsyncIterator

import grpc
from google.protobuf.message import Message

from services.core.domain.answer import AnswerSentence
from services.core.wire import from_wire, to_wire
from services.synthesis.ports import AnswerToWrite, DraftToRevise, Revision, Writer
from sextant.common.v1 import common_pb2
from sextant.synthesis.v1 import synthesis_pb2 as pb
from sextant.synthesis.v1 import synthesis_pb2_grpc

Context = grpc.aio.ServicerContext[Message, Message]


class SynthesisServicer(synthesis_pb2_grpc.SynthesisServiceServicer):
    """Synthesize streams sentences, then the draft; Revise answers with a draft."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def Synthesize(self, request: pb.SynthesizeRequest, context: Context) -> AsyncIterator[pb.SynthesizeResponse]:
        """An answer sentence by sentence, then whole."""
        async for part in self._writer.write(from_wire(request, AnswerToWrite)):
            if isinstance(part, AnswerSentence):
                yield pb.SynthesizeResponse(sentence=to_wire(part, common_pb2.AnswerSentence))
            else:
                yield pb.SynthesizeResponse(draft=to_wire(part, common_pb2.Draft))

    async def Revise(self, request: pb.ReviseRequest, context: Context) -> pb.ReviseResponse:
        """A draft without what its check did not confirm."""
        draft = await self._writer.revise(from_wire(request, DraftToRevise))
        return to_wire(Revision(draft), pb.ReviseResponse)
