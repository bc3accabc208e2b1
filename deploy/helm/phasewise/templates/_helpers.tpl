{{- define "phasewise.labels" -}}
app.kubernetes.io/name: phasewise
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "phasewise.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag }}
{{- end -}}
{{- end }}
