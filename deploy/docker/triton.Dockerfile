# Triton with the models of deploy/triton: `docker compose --profile triton build triton`.
# The base needs Python 3.11 or 3.12 in its Python backend: 24.11 and newer have 3.12. 20 GB; not built by our tests.
ARG BASE=nvcr.io/nvidia/tritonserver:25.01-py3

FROM ${BASE} AS build
WORKDIR /src
COPY requirements/embedded.txt requirements/
RUN --mount=type=secret,id=ca_bundle,required=false \
    if [ -s /run/secrets/ca_bundle ]; then export PIP_CERT=/run/secrets/ca_bundle; fi && \
    python3 -m pip install --no-cache-dir --disable-pip-version-check --require-hashes --target /opt/sextant/python \
      -r requirements/embedded.txt
COPY services /opt/sextant/python/services
COPY proto/gen/python/sextant /opt/sextant/python/sextant
COPY proto/gen/python/buf /opt/sextant/python/buf
RUN PYTHONPATH=/opt/sextant/python python3 -m services.inference.build --model-dir /opt/sextant/models && \
    rm -f /opt/sextant/models/.lock

FROM ${BASE}
COPY --from=build /opt/sextant /opt/sextant
COPY deploy/triton/models /opt/sextant/triton
ENV PYTHONPATH=/opt/sextant/python \
    PYTHONDONTWRITEBYTECODE=1 \
    SEXTANT_MODEL_DIR=/opt/sextant/models
USER 10001:10001
CMD ["tritonserver", "--model-repository=/opt/sextant/triton", "--disable-auto-complete-config"]
