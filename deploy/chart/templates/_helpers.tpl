{{- define "harbour.labels" -}}
app.kubernetes.io/name: harbour
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "harbour.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest }}{{ $image.repository }}@{{ $image.digest }}
{{- else }}{{ $image.repository }}:{{ default .Chart.AppVersion $image.tag }}{{ end }}
{{- end }}

{{/* Of every container; `env` adds what a role has besides. */}}
{{- define "harbour.environment" -}}
- { name: NODE_ENV, value: production }
- { name: HOST, value: 0.0.0.0 }
- { name: DATA_DIR, value: /data }
- { name: HARBOUR_DEMO, value: '0' }
- { name: HARBOUR_SANDBOX, value: '0' }
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $key := .Values.secretSettings }}
- name: {{ $name }}_FILE
  value: /run/harbour/secrets/{{ $key }}
{{- end }}
{{- end }}

{{- define "harbour.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "harbour.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "harbour.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/harbour/secrets, readOnly: true }
{{- end }}

{{/* Call with a dict of root and scratch. */}}
{{- define "harbour.volumes" -}}
- name: data
  emptyDir: { sizeLimit: {{ .scratch }} }
- name: tmp
  emptyDir: { sizeLimit: 2Gi }
- name: secrets
  secret: { secretName: {{ .root.Values.existingSecret }}, defaultMode: 0440 }
{{- end }}

{{/* Probes of a port. A process that cannot serve is taken out of the service, but not killed: the others would not fare better. */}}
{{- define "harbour.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: {{ . }} }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: {{ . }} }
  periodSeconds: 3
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}

{{/* A worker or an encoder: call with a dict of root, role, scratch. */}}
{{- define "harbour.work" -}}
{{- $values := index .root.Values .role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .role }}
  labels:
    {{- include "harbour.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ $values.replicas }}
  selector:
    matchLabels:
      {{- include "harbour.labels" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "harbour.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      # Jobs return their step to the queue when they are told to stop.
      terminationGracePeriodSeconds: 40
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets: {{ toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.nodeSelector }}
      nodeSelector: {{ toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations: {{ toYaml . | nindent 8 }}
      {{- end }}
      securityContext: {{- include "harbour.podSecurity" .root | nindent 8 }}
      containers:
        - name: {{ .role }}
          image: {{ include "harbour.image" .root }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          securityContext:
            {{- include "harbour.containerSecurity" .root | nindent 12 }}
            {{- if $values.userNamespaces }}
            seccompProfile: { type: Unconfined }
            appArmorProfile: { type: Unconfined }
            {{- end }}
          env:
            - { name: HARBOUR_ROLES, value: {{ .role }} }
            - { name: HEALTH_PORT, value: '8081' }
            - { name: HARBOUR_PREPARE, value: '0' }
            {{- include "harbour.environment" .root | nindent 12 }}
          ports:
            - { name: health, containerPort: 8081 }
          {{- include "harbour.probes" "health" | nindent 10 }}
          resources: {{- toYaml $values.resources | nindent 12 }}
          volumeMounts: {{- include "harbour.mounts" .root | nindent 12 }}
      volumes: {{- include "harbour.volumes" . | nindent 8 }}
{{- end }}
